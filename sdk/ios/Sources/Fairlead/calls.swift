import Foundation

private let lostMatch = "No click led here, unless the answer to an earlier request was lost"

/// What the app asks the server.
extension FairleadApp {
    func ensureBootstrap() async {
        guard let id = state?.id, !ready, !refused.contains(.bootstrap), agreed else { return }
        let eraOfCall = era
        let device = options.device
        let client = BootstrapRequest.Client(type: clientName, version: version, platform: device.os ?? "ios")
        let body = BootstrapRequest(
            installationId: id,
            deviceModel: device.model,
            deviceManufacturer: device.manufacturer,
            osName: device.os,
            osVersion: device.osVersion,
            appVersion: device.appVersion,
            appBuild: device.appBuild,
            language: device.language,
            timezone: device.timezone,
            persistentDeviceId: device.persistentDeviceId,
            metadata: BootstrapRequest.Metadata(client: client)
        )
        do {
            let answer: Answer<BootstrapResponse> = try await post(Path.bootstrap, body)
            guard eraOfCall == era else { return }
            ready = true
            sessionId = answer.data.sessionId
            state?.token = answer.data.installationToken
            // One that was erased, say: nothing is known of it any more.
            if answer.data.isNew { state?.customer?.told = false }
            record.reinstall = answer.data.previousInstallationId.map {
                Reinstall(previousInstallationId: $0, detectedAt: answer.data.reinstallDetectedAt)
            }
            save()
            note(.bootstrap, .ok, answer.data.isNew ? "A new installation" : "A known one", answer.requestId)
        } catch {
            if report(.bootstrap, error) == .failed { refused.insert(.bootstrap) }
        }
    }

    func ensureMatch() async {
        guard let before = state, !refused.contains(.match), agreed else { return }
        guard !before.matched || before.pasted != nil else { return }
        guard resolved == 0 || before.pasted != nil else {
            note(.match, .skipped, "A link opened the app")
            state?.matched = true
            return save()
        }
        // Without an installation nothing would be credited; a link that waits may be why the app is open.
        guard ready, before.pending.isEmpty else { return }
        let eraOfCall = era
        // The server gives each click once: one that an earlier answer named does not come again.
        var lost = before.asked == true
        state?.asked = true
        save()
        let body = matchRequest(of: before.id, clipboard: before.pasted)
        do {
            let answer: Answer<MatchResponse> = try await post(Path.matchDeferred, body) { error in
                if error.status == 0 { lost = true }
            }
            guard eraOfCall == era else { return }
            if state?.pasted == before.pasted { state?.pasted = nil }
            keepMatch(answer, lost: lost)
        } catch {
            state?.asked = (error as? FairleadError)?.status == 0
            if report(.match, error) == .failed {
                refused.insert(.match)
                state?.pasted = nil
            }
        }
    }

    /// Throws where there is no such code, no consent or no answer.
    func matchTestCode(_ code: String) async throws {
        guard let id = state?.id else { return }
        guard agreed else {
            let message = "A test code is sent only with consent: call setConsent(true) first"
            throw FairleadError(status: 0, code: "NO_CONSENT", message: message)
        }
        let eraOfCall = era
        let answer: Answer<MatchResponse> = try await post(Path.matchDeferred, matchRequest(of: id, testCode: code))
        if eraOfCall == era { keepMatch(answer, lost: false) }
    }

    private func matchRequest(of id: String, clipboard: String? = nil, testCode: String? = nil) -> MatchRequest {
        let device = options.device
        return MatchRequest(
            installationId: id,
            fingerprint: MatchRequest.Fingerprint(
                os: device.os,
                model: device.model,
                screenResolution: device.screenResolution,
                timezone: device.timezone,
                language: device.language,
                systemVersion: device.osVersion
            ),
            clipboard: clipboard,
            testCode: testCode,
            debug: options.debug ? true : nil
        )
    }

    private func keepMatch(_ answer: Answer<MatchResponse>, lost: Bool) {
        record.matchAsked = true
        record.matchType = answer.data.matchType
        record.match = answer.data.receipt
        note(.match, .ok, answer.data.matchType ?? (lost ? lostMatch : "No click led here"), answer.requestId)
        // In one write: an app that is killed from here on finds the link in its storage.
        state?.matched = true
        state?.asked = false
        if let link = answer.data.data?.deepLink { accept(link, deferred: true) }
        save()
    }

    func resolveLink(_ url: String, deferred: Bool) async throws -> OpenedLink {
        let answer: Answer<ResolvedLink> = try await call("GET", "\(Path.resolveLink)?url=\(encode(url))", nil)
        return OpenedLink(url: url, link: answer.data, deferred: deferred)
    }

    func requestLink(_ link: CreateLinkRequest) async throws -> CreatedLink {
        let answer: Answer<CreatedLink> = try await post(Path.createLink, link)
        return answer.data
    }

    /// nil: nobody's. The same as before is not told again; another proof of it counts for what is still to be told.
    func setCustomer(_ id: String?, proof: String? = nil) {
        let customer = state?.customer
        if customer?.id != id {
            state?.customer = Customer(id: id, told: false, proof: proof)
        } else if let customer, let proof, proof != customer.proof {
            state?.customer = Customer(id: id, told: customer.told, proof: proof)
        }
    }

    func tellCustomer() async {
        guard let id = state?.id, let customer = state?.customer, !customer.told, ready, agreed else { return }
        do {
            let body = IdentifyRequest(installationId: id, customerId: customer.id, proof: customer.proof)
            let answer: Answer<SuccessResponse> = try await post(Path.identify, body)
            note(.identify, .ok, customer.id ?? "Signed out", answer.requestId)
            if state?.id == id, state?.customer?.id == customer.id { state?.customer?.told = true }
        } catch {
            guard report(.identify, error) == .failed else { return }
            // Refused for good: not said again before the app says so.
            if state?.customer?.id == customer.id, state?.customer?.proof == customer.proof { state?.customer = nil }
        }
        save()
    }

    func startSession() async {
        guard let id = state?.id, ready, sessionId == nil, agreed, active else { return }
        let eraOfCall = era
        do {
            let answer: Answer<StartSessionResponse> = try await post(
                Path.startSession, StartSessionRequest(installationId: id))
            if eraOfCall == era { sessionId = answer.data.sessionId }
            note(.session, .ok, "Begun")
        } catch {
            note(.session, .failed, "\(error)")
        }
    }

    func endSession() async {
        guard let ending = sessionId else { return }
        sessionId = nil
        do {
            let _: Answer<SuccessResponse> = try await call("POST", Path.endSession(encode(ending)), nil)
            note(.session, .ok, "Ended")
        } catch {
            note(.session, .failed, "\(error)")
        }
    }

    func post<Output: Decodable>(
        _ path: String,
        _ body: Encodable,
        onRetry: (FairleadError) -> Void = { _ in }
    ) async throws -> Answer<Output> {
        try await call("POST", path, try JSONEncoder().encode(body), onRetry: onRetry)
    }

    /// Keeps the freshest token, and does without one that does not hold.
    private func call<Output: Decodable>(
        _ method: String,
        _ path: String,
        _ body: Data?,
        onRetry: (FairleadError) -> Void = { _ in }
    ) async throws -> Answer<Output> {
        let eraOfCall = era
        do {
            return try await callOnce(method, path, body, eraOfCall, onRetry)
        } catch let error as FairleadError where error.status == 401 && state?.token != nil && eraOfCall == era {
            state?.token = nil
            return try await callOnce(method, path, body, eraOfCall, onRetry)
        }
    }

    private func callOnce<Output: Decodable>(
        _ method: String,
        _ path: String,
        _ body: Data?,
        _ eraOfCall: Int,
        _ onRetry: (FairleadError) -> Void
    ) async throws -> Answer<Output> {
        guard let url = URL(string: "\(origin(of: options.baseUrl))/v1\(path)") else {
            throw FairleadError(status: 400, code: "BASE_URL", message: "baseUrl is no URL: \(options.baseUrl)")
        }
        let request = HTTPRequest(
            method: method, url: url, headers: headers(for: body), body: body, timeout: options.timeout)
        let answer: Answer<Output> = try await send(
            request, by: options.http, retryDelay: options.retryDelay, isWanted: { eraOfCall == era }, onRetry: onRetry)
        if let token = answer.headers[Header.installationToken], eraOfCall == era, agreed {
            state?.token = token
            save()
        }
        return answer
    }

    private func headers(for body: Data?) -> [String: String] {
        var headers = [
            // Of an error, its problem document: only that names the fields.
            "accept": "application/problem+json, application/json",
            Header.appKey: options.publishableKey,
            Header.client: clientName,
            Header.clientVersion: version,
        ]
        if body != nil { headers["content-type"] = "application/json" }
        headers[Header.clientPlatform] = options.device.os
        if let build = options.device.appBuild, isBuild(build) { headers[Header.appBuild] = build }
        if let state, agreed {
            headers[Header.installationId] = state.id
            headers[Header.installationToken] = state.token
        }
        return headers
    }
}

/// What the server takes for a build.
private func isBuild(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
}

private let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

/// As one value of a query or a path.
private func encode(_ value: String) -> String {
    value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value
}
