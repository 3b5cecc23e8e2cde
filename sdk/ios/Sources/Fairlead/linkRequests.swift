import Foundation

/// Links that the app creates itself, at once or as soon as the server answers. Repeating a request makes no second link.
extension FairleadApp {
    /// Stores a request before anything else; the link comes with `createAll`, perhaps of a later process.
    func keepRequest(_ link: CreateLinkRequest) {
        guard state?.requested?.contains(where: { $0.externalId == link.externalId }) != true else { return }
        state?.requested = (state?.requested ?? []) + [link]
        save()
    }

    func createAll() async {
        for request in state?.requested ?? [] {
            let eraOfCall = era
            if stopped { return }
            do {
                let link = try await requestLink(request)
                guard eraOfCall == era else { return }
                note(.create, .ok, link.shortUrl)
                settle(request, with: .success(link))
            } catch {
                guard eraOfCall == era, report(.create, error) == .failed else { return }
                settle(request, with: .failure(error))
            }
        }
    }

    /// Drops what has not been created yet.
    func dropRequests() {
        let message = "The app has signed out, or was erased, before the link was created"
        for made in waiting.values.joined() {
            made.resume(throwing: FairleadError(status: 0, code: "DROPPED", message: message))
        }
        waiting = [:]
        state?.requested = nil
    }

    /// Removes a request that has been answered, and tells whoever waits for it.
    private func settle(_ request: CreateLinkRequest, with result: Result<CreatedLink, Error>) {
        state?.requested?.removeAll { $0.externalId == request.externalId }
        save()
        for made in waiting.removeValue(forKey: request.externalId) ?? [] { made.resume(with: result) }
    }
}
