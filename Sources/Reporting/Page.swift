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

  mutating func header(_ content: (inout Markup) -> Void) { body.element("header", [:], content) }

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
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
    main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
    h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
    h3{font-size:1rem;margin:1.25rem 0 .25rem}
    p{margin:.5rem 0;max-width:44rem}.faint{color:var(--faint)}
    table{border-collapse:collapse;width:100%;font-size:.9rem}
    th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top;\
    overflow-wrap:anywhere}
    th{font-weight:600;color:var(--faint)}
    .n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td.bar{min-width:6rem;width:30%;vertical-align:middle}td:not(.n):not(.bar){min-width:7.5rem}
    .scroll{overflow-x:auto}figure{margin:.75rem 0}figure svg{max-width:none}
    svg{display:block}svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg text.faint{fill:var(--faint)}
    svg .small{font-size:11px}svg .end{text-anchor:end}svg .middle{text-anchor:middle}
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
    details{margin:.5rem 0}summary{cursor:pointer;color:var(--faint)}
    @media print{:root{--paper:#fff;--ink:#000;--faint:#444;--line:#bbb;--stripe:#eee}body{font-size:11px}\
    section{break-inside:avoid}details>*{display:block}}
    """
}

extension Markup {
  /// A table whose first row of cells is its head; cells of the columns in `numbers` stand to the right.
  mutating func table(_ head: [String], numbers: Set<Int> = [], caption: String, _ rows: [[Cell]]) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption]) { wrapper in
      wrapper.element("table", [:]) { table in
        table.element("thead", [:]) { thead in
          thead.element("tr", [:]) { row in
            for (index, title) in head.enumerated() {
              row.element("th", numbers.contains(index) ? ["scope": "col", "class": "n"] : ["scope": "col"], title)
            }
          }
        }
        table.element("tbody", [:]) { tbody in
          for cells in rows {
            tbody.element("tr", [:]) { row in
              for (index, cell) in cells.enumerated() {
                let kind = cell.isMarkup ? "bar" : numbers.contains(index) ? "n \(cell.tone)" : cell.tone
                row.element("td", ["class": kind]) { cell.isMarkup ? $0.add(markup: cell.text) : $0.add(cell.text) }
              }
            }
          }
        }
      }
    }
  }

  /// What stands in a cell.
  struct Cell: ExpressibleByStringInterpolation {
    let text: String
    var tone = ""
    var isMarkup = false

    init(_ text: String, tone: String = "") {
      self.text = text
      self.tone = tone
    }

    init(stringLiteral value: String) { self.init(value) }

    /// A drawing of this module.
    init(markup: String) {
      text = markup
      isMarkup = true
    }
  }

  /// A share as a bar, perhaps with the ends of its interval.
  static func bar(_ share: Double, interval: (lower: Double, upper: Double)? = nil) -> String {
    var svg = Markup()
    svg.element(
      "svg",
      ["viewBox": "0 0 100 12", "width": "100%", "height": "12", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { svg in
      svg.element("rect", ["x": "0", "y": "2", "width": "100", "height": "8", "class": "track"])
      svg.element(
        "rect", ["x": "0", "y": "2", "width": length(max(0, min(1, share)) * 100), "height": "8", "class": "c0"])
      if let interval {
        svg.element(
          "line",
          [
            "x1": length(interval.lower * 100), "x2": length(interval.upper * 100), "y1": "6", "y2": "6",
            "class": "whisker",
          ])
      }
    }
    return svg.text
  }
}
