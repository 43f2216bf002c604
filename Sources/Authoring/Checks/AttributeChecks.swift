internal import Personalization

/// Notes attributes that nothing reads: no condition, no unit, neither app version nor an argument of a node.
func checkAttributes(
  _ attributes: AttributeTable, of navigation: NavigationTable, _ segments: [SegmentDraft],
  _ experiments: [ExperimentDraft]
) {
  var read = Set([attributes.unit, navigation.appVersion].compactMap(\.self))
  for condition in segments.compactMap(\.condition) + experiments.compactMap(\.audience) {
    for case .attribute(let name, _) in condition.leaves { read.insert(name) }
  }
  for experiment in experiments { read.formUnion([experiment.unit, experiment.fallbackUnit].compactMap(\.self)) }

  var templates = navigation.routes.values.flatMap(\.nodes) + navigation.tabs.values + navigation.cards.values
  templates += Array(navigation.fallbacks.values) + navigation.parents.values
  let values =
    Array(navigation.defaults.values) + segments.flatMap { $0.settings.compactMap(\.value) }
    + experiments.flatMap { $0.variations.settings.compactMap(\.value) }
  for case .node(let node?) in values { templates.append(node) }
  for case .attribute(let name, _) in templates.flatMap(\.arguments.values) { read.insert(name) }

  for attribute in attributes.definitions where !read.contains(attribute.name) {
    attributes.values[attribute.name]?.report(
      .unreadAttribute,
      "nothing reads attribute \(quoted(attribute.name)), so its values decide nothing: it is in no condition, no unit, not "
        + "the app version and no argument", at: .key)
  }
}
