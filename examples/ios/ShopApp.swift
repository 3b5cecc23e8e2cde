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
    @State private var offersPaste = false

    var body: some Scene {
        WindowGroup {
            VStack {
                Text(screen)
                if offersPaste { PasteLink().fixedSize() }
            }
            .task {
                // Before the start: a link that came first waits for its listener all the same.
                await links.onLink { opened in
                    screen = opened.parameters["screen"]?.string ?? "Welcome"
                    offersPaste = false
                }
                await links.start()
                let receipt = await links.receipt()
                guard receipt.firstOpen, receipt.delivered == 0 else { return }
                offersPaste = await LinkPasteView.mayHaveCopiedLink()
            }
            // Every link, whether it starts the app or finds it running: SwiftUI's apps have scenes.
            .onOpenURL { url in Task { await links.open(url) } }
        }
        .onChange(of: scenePhase) { phase in
            if phase != .inactive { Task { await links.setActive(phase == .active) } }
        }
    }
}

/// iOS's own paste button, whose tap is the permission.
struct PasteLink: UIViewRepresentable {
    func makeUIView(context: Context) -> LinkPasteView { LinkPasteView(app: links) }

    func updateUIView(_ view: LinkPasteView, context: Context) {}
}
