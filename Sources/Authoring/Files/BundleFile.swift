/// A bundle in the file system.
package enum BundleFile {
  /// Why a file cannot be read.
  package struct Problem: Error {
    package let reason: String
  }

  /// The bytes of a regular file; anything else might have no end, or be waited for without one.
  package static func bytes(at path: String) throws(Problem) -> [UInt8] {
    do throws(FileStore.ReadingError) {
      return try bytesOfFile(at: path)
    } catch {
      throw Problem(reason: error.reason)
    }
  }
}
