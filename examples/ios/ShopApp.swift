import Fairlead
import SwiftUI

let links = FairleadApp(options: AppOptions(
    publishableKey: "fl_live_of_your_app",
    baseUrl: "https://links.example.com"
))

@main
struct ShopApp: App {
    @Environment(\.scenePhase) private var scenePhase
    @State private var screen = "Welcome"

    var body: some Scene {
        WindowGroup {
            Text(screen)
                .task {
                    // Before the start: a link that came first waits for its listener all the same.
                    await links.onLink { opened in screen = opened.parameters["screen"]?.string ?? "Welcome" }
                    await links.start()
                }
                .onOpenURL { url in Task { await links.open(url) } }
        }
        .onChange(of: scenePhase) { phase in
            if phase != .inactive { Task { await links.setActive(phase == .active) } }
        }
    }
}
