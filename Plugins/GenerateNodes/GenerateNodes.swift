import Foundation
import PackagePlugin

/// Writes the app's nodes from its catalog on every build, so that the compiler checks what the catalog names.
///
/// The catalog is the nearest `catalog/navigation.json` at or above the package.
@main
struct GenerateNodes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let workspace = Self.workspace(above: context.package.directoryURL) else {
      Diagnostics.error("there is no catalog/navigation.json at or above \(context.package.directoryURL.path())")
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "AppNode.swift")
    return [
      .buildCommand(
        displayName: "Writing the nodes of \(target.name)", executable: try context.tool(named: "personalize").url,
        arguments: ["generate", "swift", "--config", workspace.path(), "-o", output.path()],
        inputFiles: Self.inputs(of: workspace), outputFiles: [output])
    ]
  }

  private static func workspace(above directory: URL) -> URL? {
    var directory = directory.standardizedFileURL
    while true {
      let catalog = directory.appending(path: "catalog/navigation.json")
      if FileManager.default.fileExists(atPath: catalog.path()) { return directory }
      let parent = directory.deletingLastPathComponent()
      guard parent.path() != directory.path(), directory.path() != "/" else { return nil }
      directory = parent
    }
  }

  /// A workspace is checked as a whole, so every file of it is an input.
  private static func inputs(of workspace: URL) -> [URL] {
    ["catalog", "segments", "experiments"].flatMap { folder -> [URL] in
      let directory = workspace.appending(path: folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []
      return names.filter { $0.hasSuffix(".json") }.sorted().map { directory.appending(path: $0) }
    }
  }
}
