/// One self-contained file: no script, nothing loaded from anywhere, and a policy in it that says so.
struct Page {
  let title: String
  private var body = Markup()

  init(title: String) { self.title = title }

  mutating func section(_ id: String, _ heading: String, _ content: (inout Markup) -> Void) {
    body.element("section", ["id": id]) { section in
      section.element("h2", [:], heading)
      content(&section)
    }
  }

  /// The title, what it is about, and what should be known first.
  mutating func header(
    _ about: String, version: String, _ origins: [Origin], _ content: (inout Markup) -> Void = { _ in }
  ) {
    body.element("header", [:]) { head in
      head.element("h1", [:], title)
      let made = Origin.sentence(origins)
      head.element("p", ["class": "faint"], "\(about) personalize \(version)\(made.isEmpty ? "" : "; \(made)").")
      content(&head)
    }
  }

  /// How the numbers came about.
  mutating func notes(_ notes: [String], _ origins: [Origin]) {
    section("notes", "How this was counted") { section in
      for note in notes + Origin.notes(origins) { section.element("p", ["class": "faint"], note) }
    }
  }

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="data:,">
    <title>\(Markup.escaped(title))</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main>\(body.text)</main>
    </body>
    </html>

    """
  }

  /// Colours are of the Okabe and Ito palette, which people of any colour vision tell apart; nothing is said by colour
  /// alone.
  private static let style = """
    :root{--paper:#fff;--ink:#1b1f24;--faint:#59636e;--line:#d1d9e0;--stripe:#f3f5f7;--c0:#0072b2;--c1:#b35900;\
    --c2:#00795c;--c3:#a3548a;--c4:#8a6d00;--c5:#3d6f96;--good:#00674e;--poor:#8a4b00;--bad:#b00020}
    @media (prefers-color-scheme:dark){:root{--paper:#12161b;--ink:#e8edf2;--faint:#9aa7b4;--line:#38424d;\
    --stripe:#1b2128;--c0:#56b4e9;--c1:#e69f00;--c2:#2fc39b;--c3:#d79bc4;--c4:#e8d44d;--c5:#8ab4d6;--good:#4fd1a5;\
    --poor:#f0b35a;--bad:#ff8a94}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
    main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
    h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
    h3{font-size:1rem;margin:1.25rem 0 .25rem}
    p{margin:.5rem 0;max-width:44rem}.faint{color:var(--faint)}
    table{border-collapse:collapse;width:100%;font-size:.9rem}
    th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top;\
    overflow-wrap:anywhere}
    th{font-weight:600;color:var(--faint)}thead th{overflow-wrap:break-word}
    .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}th.n{white-space:normal;vertical-align:bottom}\
    td.bar{min-width:6rem;width:30%;vertical-align:middle}td:not(.n):not(.bar){min-width:7.5rem}
    .group th{color:var(--ink);padding-top:.7rem}.group span{font-weight:400;padding-left:.6rem}\
    .matrix .n{text-align:center}.matrix tbody th{color:var(--ink)}
    .scroll{overflow-x:auto}figure{margin:.75rem 0}figure svg{max-width:none}
    svg{display:block}svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg text.faint{fill:var(--faint)}
    svg .small{font-size:11px}svg .halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px}svg .end{text-anchor:end}svg .middle{text-anchor:middle}
    .c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}
    .ribbon{fill-opacity:.35}.stripe{fill:var(--stripe)}.dot{fill:var(--ink)}.dot.off{fill:var(--line)}
    .joint{stroke:var(--ink);stroke-width:3}\
    .box{fill:var(--paper);stroke:var(--ink)}.box.off{stroke:var(--line)}.line{fill:none;stroke:var(--c0);stroke-width:2}\
    .dashed{stroke:var(--poor);stroke-width:1.5;stroke-dasharray:5 4}.track{fill:var(--stripe)}.whisker{stroke:var(--ink);stroke-width:1}
    .grid{stroke:var(--line);stroke-width:1}.step{fill:none;stroke-width:2}.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22.4rem),1fr));column-gap:2rem}\
    .charts>div{min-width:0}\
    .s0{stroke:var(--c0)}.s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}.s4{stroke:var(--c4)}.s5{stroke:var(--c5)}\
    .d1{stroke-dasharray:7 3}.d2{stroke-dasharray:2 3}.d3{stroke-dasharray:9 3 2 3}
    .good{color:var(--good)}.poor{color:var(--poor)}.bad{color:var(--bad)}
    .warning{border-left:4px solid var(--poor);padding:.1rem 0 .1rem .75rem}
    details{margin:.5rem 0}summary{cursor:pointer;color:var(--faint)}a{color:var(--c0)}
    @media (max-width:40rem){.wide{display:none}table{font-size:.8rem}th,td{padding-right:.4rem}\
    td:not(.n):not(.bar){min-width:5rem}}
    @media print{:root{--paper:#fff;--ink:#000;--faint:#444;--line:#bbb;--stripe:#eee}body{font-size:11px}\
    table,figure{break-inside:avoid}.scroll{overflow:visible}figure svg{max-width:100%;height:auto}\
    details::details-content{content-visibility:visible;block-size:auto}}
    """
}
