// The declarations of Apple's public SwiftUI API that the module NavigationUI uses, and no more, so that the module can be
// type-checked where SwiftUI does not exist. Nothing here draws, and nothing is ever run.

import Foundation

@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError() }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
  public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
    _ConditionalContent()
  }
}

public struct EmptyView: PrimitiveView { public nonisolated init() {} }
public struct AnyView: PrimitiveView { public init<Content: View>(_ view: Content) {} }
public struct _ConditionalContent<First: View, Second: View>: PrimitiveView { nonisolated init() {} }
extension Optional: View where Wrapped: View {
  public var body: Never { fatalError() }
}

@propertyWrapper
public struct Binding<Value> {
  public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
  @preconcurrency
  public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void) {}
}

@propertyWrapper
public struct Environment<Value> {
  public var wrappedValue: Value { fatalError() }
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
}

public struct EnvironmentValues {
  public var scenePhase: ScenePhase { fatalError() }
}

public enum ScenePhase: Comparable, Sendable { case background, inactive, active }

public struct NavigationStack<Data, Root: View>: PrimitiveView {
  public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {}
}

public struct TabView<Selection: Hashable, Content: View>: PrimitiveView {
  public init(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Content: View {}
}
extension ForEach: View where Content: View {
  public var body: Never { fatalError() }
}

public struct PresentationDetent: Hashable, Sendable {
  public static let medium = PresentationDetent()
  public static let large = PresentationDetent()
  public static func fraction(_ fraction: Double) -> PresentationDetent { PresentationDetent() }
}

public struct ModifiedView: PrimitiveView {}

extension View {
  public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View { ModifiedView() }
  public func tag<Value: Hashable>(_ tag: Value) -> some View { ModifiedView() }
  public func navigationDestination<Data: Hashable, Content: View>(
    for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> Content
  ) -> some View { ModifiedView() }
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { ModifiedView() }
  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { ModifiedView() }
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { ModifiedView() }
  public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { ModifiedView() }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { ModifiedView() }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View { ModifiedView() }
}
