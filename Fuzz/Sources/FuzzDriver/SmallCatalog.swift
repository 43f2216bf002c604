/// The files of a catalog with an attribute of every type and as little to see as there can be.
public let smallCatalog = [
  "catalog/attributes.json": """
  {"unit": "id", "attributes": {"id": {"type": "string"}, "n": {"type": "number"}, "b": {"type": "boolean"},
    "d": {"type": "date"}, "v": {"type": "version"}, "l": {"type": "list"}, "m": {"type": "list", "of": "number"},
    "t": {"type": "string"}, "t.u": {"type": "string"}, "é": {"type": "number"}}}
  """,
  "catalog/navigation.json": """
  {"nodes": {"home": {}}, "routes": {"home": {"nodes": ["home"]}}, "tabs": {"home": "home"}, "cards": {},
   "defaults": {"entry": "home", "home.layout": "tab", "home.tabs": ["home"], "home.cards": [],
    "home.initialTab": "home", "fallback.default": "home", "fallback.modalDismissed": null,
    "fallback.invalidDeepLink": "home", "fallback.unavailableNode": "home", "fallback.signedOut": "home",
    "fallback.restoreFailed": "home", "session.scope": "user", "session.resumeWithin": "PT30M",
    "modal.style": "sheet", "modal.confirmsDismissal": false}}
  """,
]
