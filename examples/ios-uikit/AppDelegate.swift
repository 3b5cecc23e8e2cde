import Fairlead
import UIKit

let links = FairleadApp(options: AppOptions(
    publishableKey: "fl_live_of_your_app",
    baseUrl: "https://links.example.com"
))

/// The process alone: windows and links belong to the scene.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {}
