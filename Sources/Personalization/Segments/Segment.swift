/// A named condition, a priority, and what it asks of navigation.
public struct Segment: Hashable, Sendable {
  /// The key: the name of the segment's file.
  public let key: String
  /// The name for people.
  public let name: String
  /// Who belongs to it.
  public let condition: Condition
  /// Of two matched segments that set a slot, the one of higher priority wins; of equal ones, the one whose key comes
  /// later in byte order.
  public let priority: Int
  /// The slots it sets.
  public let navigation: [Slot: SlotValue]
  /// The slots that no experiment and no choice may change for its members; a subset of those it sets.
  public let locked: Set<Slot>

  /// A segment of this key.
  public init(
    key: String, name: String, condition: Condition, priority: Int, navigation: [Slot: SlotValue],
    locked: Set<Slot> = []
  ) {
    self.key = key
    self.name = name
    self.condition = condition
    self.priority = priority
    self.navigation = navigation
    self.locked = locked
  }
}
