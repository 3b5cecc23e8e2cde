import React
import React_RCTAppDelegate
import ReactAppDependencyProvider
import UIKit

/// For React Native 0.79 to 0.87, which knows no scenes: it gets links as from an app delegate.
final class SceneDelegate: RCTDefaultReactNativeFactoryDelegate, UIWindowSceneDelegate {
    var window: UIWindow?
    private var factory: RCTReactNativeFactory?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        dependencyProvider = RCTAppDependencyProvider()
        let factory = RCTReactNativeFactory(delegate: self)
        let window = UIWindow(windowScene: windowScene)
        factory.startReactNative(withModuleName: "Shop", in: window, launchOptions: launchOptions(connectionOptions))
        self.factory = factory
        self.window = window
    }

    /// Universal links while the app runs.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        RCTLinkingManager.application(UIApplication.shared, continue: userActivity) { _ in }
    }

    /// Links with a scheme of the app's own while it runs.
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        for context in contexts { RCTLinkingManager.application(UIApplication.shared, open: context.url, options: [:]) }
    }

    /// The links that started the app, where `Linking.getInitialURL` looks for them.
    private func launchOptions(_ options: UIScene.ConnectionOptions) -> [String: Any] {
        if let url = options.urlContexts.first?.url {
            return [UIApplication.LaunchOptionsKey.url.rawValue: url]
        }
        guard let activity = options.userActivities.first else { return [:] }
        return [
            UIApplication.LaunchOptionsKey.userActivityDictionary.rawValue: [
                UIApplication.LaunchOptionsKey.userActivityType.rawValue: activity.activityType,
                "UIApplicationLaunchOptionsUserActivityKey": activity,
            ] as [String: Any],
        ]
    }

    override func sourceURL(for bridge: RCTBridge) -> URL? { bundleURL() }

    override func bundleURL() -> URL? {
        #if DEBUG
        RCTBundleURLProvider.sharedSettings().jsBundleURL(forBundleRoot: "index")
        #else
        Bundle.main.url(forResource: "main", withExtension: "jsbundle")
        #endif
    }
}
