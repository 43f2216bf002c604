import FuzzDriver

/// The package manager names the entry point of an executable so; libFuzzer is driven from here.
@_cdecl("FuzzBatch_main")
public func main(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
  runFuzzer(count, arguments) { fuzz($0, $1) }
}
