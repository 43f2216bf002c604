// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "LanguageCoach",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "personalization-engine", path: "../..")],
  targets: [
    .executableTarget(
      name: "LanguageCoach",
      dependencies: [
        .product(name: "Authoring", package: "personalization-engine"),
        .product(name: "Navigation", package: "personalization-engine"),
        .product(name: "Personalization", package: "personalization-engine"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)],
      plugins: [.plugin(name: "GenerateNodes", package: "personalization-engine")])
  ]
)
