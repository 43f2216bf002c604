// swift-tools-version: 6.1
import PackageDescription

// The part of `make bench` that measures the library from inside.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "personalization-engine", path: "..")],
  targets: [
    .target(name: "CountedMemory"),
    .executableTarget(
      name: "Decisions",
      dependencies: [
        "CountedMemory",
        .product(name: "Authoring", package: "personalization-engine"),
        .product(name: "Personalization", package: "personalization-engine"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
