// swift-tools-version: 6.1
import PackageDescription

// Built by `make fuzz` with libFuzzer linked in; not part of the library's own graph.
func target(_ name: String, _ products: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "personalization-engine") },
    swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])])
}

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "personalization-engine", path: "..")],
  targets: [
    .target(name: "FuzzDriver", swiftSettings: [.swiftLanguageMode(.v6)]),
    target("FuzzRestore", ["Navigation"]),
    target("FuzzLinks", ["Navigation"]),
    target("FuzzBatch", ["Authoring", "BatchEvaluation", "Personalization"]),
    target("FuzzUsers", ["Authoring", "Personalization"]),
    target("FuzzConditions", ["Authoring", "Personalization"]),
    target("FuzzWorkspaces", ["Authoring", "Personalization"]),
  ]
)
