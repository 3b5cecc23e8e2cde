import Foundation

#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
import UIKit

/// iOS's own paste button: the system shows it, and its tap is the permission, so that nothing asks. Nothing of the
/// clipboard is read before it. Show it on the first screen while `mayHaveCopiedLink()` says so.
@available(iOS 16.0, *)
@MainActor
public final class LinkPasteView: UIView {
    private let app: FairleadApp

    public init(app: FairleadApp, configuration: UIPasteControl.Configuration = UIPasteControl.Configuration()) {
        self.app = app
        super.init(frame: .zero)
        pasteConfiguration = UIPasteConfiguration(forAccepting: NSString.self)
        let control = UIPasteControl(configuration: configuration)
        control.target = self
        control.translatesAutoresizingMaskIntoConstraints = false
        addSubview(control)
        NSLayoutConstraint.activate([
            control.leadingAnchor.constraint(equalTo: leadingAnchor),
            control.trailingAnchor.constraint(equalTo: trailingAnchor),
            control.topAnchor.constraint(equalTo: topAnchor),
            control.bottomAnchor.constraint(equalTo: bottomAnchor),
        ])
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError("LinkPasteView is made in code") }

    public override func paste(itemProviders: [NSItemProvider]) {
        guard let provider = itemProviders.first(where: { $0.canLoadObject(ofClass: NSString.self) }) else { return }
        let app = self.app
        provider.loadObject(ofClass: NSString.self) { text, _ in
            guard let text = text as? String else { return }
            Task { await app.pasted(text) }
        }
    }

    /// Whether the clipboard holds something like a web address. iOS tells that without showing its content or asking.
    public static func mayHaveCopiedLink() async -> Bool {
        let found = try? await UIPasteboard.general.detectedPatterns(for: [\.probableWebURL])
        return found?.isEmpty == false
    }
}
#endif

extension FairleadApp {
    /// Text that a person has pasted: a link that our page copied is delivered to listeners as the deferred one. Any other
    /// text is ignored and sent nowhere. `LinkPasteView` gives it here.
    public func pasted(_ text: String) async {
        await start()
        guard state != nil, !stopped else { return }
        guard let link = copiedLink(in: text) else {
            return note(.match, .skipped, "What was pasted is no link that our page copied")
        }
        if agreed {
            state?.pasted = link
            save()
        } else {
            // It is opened as any other link, and no installation is recognised.
            accept(link, deferred: true)
        }
        refused.remove(.match)
        await workNow()
    }
}

/// The link in a pasted text, if our page copied it: it names its click.
func copiedLink(in text: String) -> String? {
    let link = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let pattern = "^https?://\\S{1,900}[?&]_lc=[0-9A-Fa-f-]{36}([.&]|$)"
    return link.range(of: pattern, options: .regularExpression) == nil ? nil : link
}
