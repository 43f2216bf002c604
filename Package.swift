// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift target with the settings that all of ours share.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of one module.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

/// libpcre2 is not part of iOS; there the engine matches with Foundation's expressions instead.
let pcre2: Target.Dependency = .target(name: "CPCRE2", condition: .when(platforms: [.linux, .macOS]))

/// Compressed files are for machines that keep them.
let zlib: Target.Dependency = .target(name: "CZlib", condition: .when(platforms: [.linux, .macOS]))
let zstandard: Target.Dependency = .target(name: "CZstandard", condition: .when(platforms: [.linux, .macOS]))

let package = Package(
  name: "personalization-engine",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "Navigation", targets: ["Navigation"]),
    .library(name: "NavigationUI", targets: ["NavigationUI"]),
    .library(name: "Personalization", targets: ["Personalization"]),
    .library(name: "LiveEngine", targets: ["LiveEngine"]),
    .library(name: "Authoring", targets: ["Authoring"]),
    .library(name: "BatchEvaluation", targets: ["BatchEvaluation"]),
    .library(name: "SQLiteStickyStore", targets: ["SQLiteStickyStore"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Statistics", targets: ["Statistics"]),
    .library(name: "personalization", type: .dynamic, targets: ["CInterface"]),
    .executable(name: "personalize", targets: ["personalize"]),
    .plugin(name: "GenerateNodes", targets: ["GenerateNodes"]),
  ],
  targets: [
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CZstandard", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    module("JSONTree", ["CJansson"]),
    module("Navigation"),
    module("NavigationUI", ["Navigation"]),
    module("Personalization", ["Navigation", pcre2]),
    .target(name: "CReferenceSlot"),
    module("LiveEngine", ["Personalization", "CReferenceSlot"]),
    module("Authoring", ["LiveEngine", "Personalization", "Navigation", "JSONTree"]),
    module("SQLiteStickyStore", ["Personalization", "CSQLite"]),
    module("BatchEvaluation", ["Authoring", "JSONTree", "Personalization", "Navigation", zlib, zstandard]),
    .target(name: "CPersonalization"),
    module("ArrowEvaluation", ["BatchEvaluation", "Authoring", "Personalization", "Navigation", "CPersonalization"]),
    module("Statistics"),
    module("Simulation", ["Authoring", "Statistics", "BatchEvaluation", "Personalization", "Navigation"]),
    module("Reporting", ["Simulation", "Statistics", "Personalization"]),
    module("Generation", ["Personalization", "Navigation"]),
    module("Interchange", ["Authoring", "Personalization", "Navigation", "JSONTree"]),
    module(
      "CInterface", ["ArrowEvaluation", "Interchange", "Authoring", "Personalization", "JSONTree", "CPersonalization"]),
    .executableTarget(
      name: "personalize",
      dependencies: [
        "Authoring", "BatchEvaluation", "Generation", "Interchange", "Reporting", "SQLiteStickyStore", "Simulation",
        "Statistics", "Personalization", "Navigation", "JSONTree",
      ],
      swiftSettings: strict),

    .plugin(name: "GenerateNodes", capability: .buildTool(), dependencies: ["personalize"]),

    .target(
      name: "TestSupport", dependencies: ["Authoring", "Personalization", "Navigation"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("JSONTreeTests", ["JSONTree"]),
    tests("NavigationTests", ["Navigation", "Personalization", "Authoring"]),
    tests("PersonalizationTests", ["Personalization", "Authoring", "JSONTree"]),
    tests("LiveEngineTests", ["LiveEngine", "Authoring", "Personalization"]),
    tests("AuthoringTests", ["Authoring", "JSONTree"]),
    tests("SQLiteStickyStoreTests", ["SQLiteStickyStore", "BatchEvaluation", "Authoring", "Personalization"]),
    tests("BatchEvaluationTests", ["BatchEvaluation", "Authoring", "Personalization", "Navigation"]),
    tests("SimulationTests", ["Simulation", "Authoring", "Personalization"]),
    tests("ArrowEvaluationTests", ["ArrowEvaluation", "CPersonalization"]),
    tests("ReportingTests", ["Reporting", "Simulation", "BatchEvaluation", "Authoring", "Personalization"]),
    tests("GenerationTests", ["Generation", "Authoring", "Personalization"]),
    .testTarget(
      name: "StatisticsTests", dependencies: ["Statistics", "TestSupport"], exclude: ["reference.json"],
      swiftSettings: strict),
    tests("PersonalizeTests", ["personalize", "SQLiteStickyStore", "Authoring"]),
    tests("ConformanceTests", ["BatchEvaluation", "Authoring", "Personalization", "JSONTree"]),
    tests(
      "PropertyTests",
      [
        "Simulation", "SQLiteStickyStore", "BatchEvaluation", "Authoring", "Personalization", "Navigation", "JSONTree",
      ]),
  ]
)
