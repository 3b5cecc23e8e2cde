import Fairlead
import UIKit

final class WelcomeViewController: UIViewController {
    private let screen = UILabel()
    /// iOS's own paste button, whose tap is the permission.
    private let pasteButton = LinkPasteView(app: links)

    override func viewDidLoad() {
        super.viewDidLoad()
        screen.text = "Welcome"
        pasteButton.isHidden = true
        let stack = UIStackView(arrangedSubviews: [screen, pasteButton])
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.backgroundColor = .systemBackground
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        ])
        Task { await receiveLinks() }
    }

    private func receiveLinks() async {
        // Before the start: a link that came first waits for its listener all the same.
        await links.onLink { [screen, pasteButton] opened in
            screen.text = opened.parameters["screen"]?.string ?? "Welcome"
            pasteButton.isHidden = true
        }
        await links.start()
        let receipt = await links.receipt()
        guard receipt.firstOpen, receipt.delivered == 0 else { return }
        pasteButton.isHidden = await !LinkPasteView.mayHaveCopiedLink()
    }
}
