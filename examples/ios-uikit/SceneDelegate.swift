import Fairlead
import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    /// The links that started the app come here, and nowhere else.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        let window = UIWindow(windowScene: windowScene)
        window.rootViewController = WelcomeViewController()
        window.makeKeyAndVisible()
        self.window = window
        open(connectionOptions.userActivities.compactMap(\.webpageURL))
        open(connectionOptions.urlContexts.map(\.url))
    }

    /// Universal links while the app runs.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        open([userActivity.webpageURL].compactMap { $0 })
    }

    /// Links with a scheme of the app's own while it runs.
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        open(contexts.map(\.url))
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        Task { await links.setActive(true) }
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
        Task { await links.setActive(false) }
    }

    private func open(_ urls: [URL]) {
        for url in urls { Task { await links.open(url) } }
    }
}
