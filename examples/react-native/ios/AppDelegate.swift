import UIKit

/// The process alone: windows and links belong to the scene.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {}
