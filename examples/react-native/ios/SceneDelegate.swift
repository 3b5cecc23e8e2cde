import React
import React_RCTAppDelegate
import ReactAppDependencyProvider
import UIKit

/// For React Native 0.88 and later.
final class SceneDelegate: RCTDefaultReactNativeFactoryDelegate, UIWindowSceneDelegate {
    var window: UIWindow?
    private var factory: RCTReactNativeFactory?

    /// The options have the links that started the app, with which `Linking.getInitialURL` answers.
    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windowScene = scene as? UIWindowScene else { return }
        dependencyProvider = RCTAppDependencyProvider()
        let factory = RCTReactNativeFactory(delegate: self)
        let window = UIWindow(windowScene: windowScene)
        factory.startReactNative(withModuleName: "Shop", in: window, connectionOptions: connectionOptions)
        self.factory = factory
        self.window = window
    }

    /// Universal links while the app runs.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        RCTLinkingManager.scene(scene, continue: userActivity)
    }

    /// Links with a scheme of the app's own while it runs.
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
        RCTLinkingManager.scene(scene, openURLContexts: contexts)
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
