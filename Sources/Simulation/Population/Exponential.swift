#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// e to a power.
func exponential(_ power: Double) -> Double { exp(power) }
