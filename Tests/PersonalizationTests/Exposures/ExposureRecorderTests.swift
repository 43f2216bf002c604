import Personalization
import Testing

@Suite("A recorder of exposures")
struct ExposureRecorderTests {
  /// Takes exposures while it has room.
  private final class Sink: ExposureSink {
    let taken = Locked<[String]>([])
    let room: Int

    init(room: Int = .max) { self.room = room }

    func record(_ exposure: Exposure, at time: Timestamp) -> Bool {
      taken.withLock { taken in
        guard taken.count < room else { return false }
        taken.append(exposure.unit.value.string)
        return true
      }
    }

    var values: [String] { taken.withLock { $0 } }
    func empty() { taken.withLock { $0 = [] } }
  }

  private func exposure(
    _ value: String, experiment: String = "e", variation: String = "v", attribute: String = "user_id"
  ) -> Exposure {
    Exposure(experiment: experiment, variation: variation, unit: Unit(attribute: attribute, value: value))
  }

  @Test("passes on an exposure once, and tells four parts apart, whatever they are joined to")
  func once() {
    let sink = Sink()
    let recorder = ExposureRecorder(to: sink)
    let different = [
      exposure("u"), exposure("v"), exposure("u", experiment: "f"), exposure("u", variation: "w"),
      exposure("u", attribute: "device_id"), exposure("vu", variation: ""), exposure("\u{E9}"), exposure("e\u{301}"),
    ]
    for exposure in different + different { recorder.record(exposure) }
    #expect(sink.values.count == different.count)
  }

  @Test("remembers as many as it was told, and forgets older ones", arguments: [1, 2, 10, 1000])
  func bounded(_ capacity: Int) {
    let sink = Sink()
    let recorder = ExposureRecorder(to: sink, remembering: capacity)
    for round in 0..<3 {
      // One that keeps coming is never forgotten; the others have too many between them.
      for value in 0..<3 * capacity {
        recorder.record(exposure("u\(value)"))
        recorder.record(exposure("always"))
      }
      #expect(sink.values.count { $0 == "always" } == 1)
      #expect(sink.values.count { $0 == "u0" } == round + 1)
    }
    let before = sink.values.count
    for value in (3 * capacity - capacity + 1)..<3 * capacity { recorder.record(exposure("u\(value)")) }
    #expect(sink.values.count == before)
  }

  @Test("offers again what its sink had no room for")
  func refused() {
    let sink = Sink(room: 1)
    let recorder = ExposureRecorder(to: sink)
    recorder.record(exposure("a"))
    recorder.record(exposure("b"))
    #expect(sink.values == ["a"])
    sink.empty()
    recorder.record(exposure("a"))
    recorder.record(exposure("b"))
    #expect(sink.values == ["b"])
  }

  @Test("passes on each once from many threads")
  func threads() async {
    let sink = Sink()
    let recorder = ExposureRecorder(to: sink)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for value in 0..<500 { recorder.record(exposure("u\(value)")) } }
      }
    }
    #expect(sink.values.count == 500 && Set(sink.values).count == 500)
  }

  @Test("hands the time of the exposure to its callback")
  func time() {
    let times = Locked<[Timestamp]>([])
    let recorder = ExposureRecorder(to: CallbackSink { _, time in times.withLock { $0.append(time) } })
    recorder.record(exposure("u"), at: SmallWorld.noon)
    #expect(times.withLock { $0 } == [SmallWorld.noon])
  }
}
