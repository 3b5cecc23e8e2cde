import Foundation

/// A server that asks for a longer pause than this gets no retry within the call. Seconds.
private let maxPause = 30.0
private let maxDelay = 8.0
private let maxRetries = 2

struct Answer<Output> {
    let data: Output
    let headers: [String: String]
    var requestId: String? { headers[Header.requestId] }
}

/// Carries out a request, repeating it while it `isWanted` and where that may help: all that apps ask is safe to repeat.
func send<Output: Decodable>(
    _ request: HTTPRequest,
    by client: HTTPClient,
    retryDelay: TimeInterval,
    isWanted: () -> Bool,
    onRetry: (FairleadError) -> Void = { _ in }
) async throws -> Answer<Output> {
    var attempt = 0
    while true {
        do {
            return try await sendOnce(request, by: client)
        } catch let error as FairleadError {
            guard attempt < maxRetries, error.isPassing, (error.retryAfter ?? 0) <= maxPause else { throw error }
            onRetry(error)
            // At random, so that phones do not come back together.
            let own = min(retryDelay * pow(2, Double(attempt)), maxDelay) * Double.random(in: 0.75...1)
            try await Task.sleep(nanoseconds: UInt64(max(error.retryAfter ?? 0, own) * 1_000_000_000))
            guard isWanted() else { throw error }
        }
        attempt += 1
    }
}

private func sendOnce<Output: Decodable>(_ request: HTTPRequest, by client: HTTPClient) async throws -> Answer<Output> {
    let response: HTTPResponse
    do {
        response = try await client.send(request)
    } catch is CancellationError {
        throw CancellationError()
    } catch {
        throw FairleadError(status: 0, code: "CONNECTION", message: "No connection: \(error.localizedDescription)")
    }
    let requestId = response.headers[Header.requestId]
    let decoder = JSONDecoder()
    if (200...299).contains(response.status), let data = try? decoder.decode(Output.self, from: response.body) {
        return Answer(data: data, headers: response.headers)
    }
    if !(200...299).contains(response.status), let body = try? decoder.decode(ErrorResponse.self, from: response.body) {
        throw FairleadError(
            status: response.status,
            code: body.code ?? body.error ?? "HTTP_\(response.status)",
            message: body.detail ?? body.message?.all.joined(separator: "; ") ?? "HTTP \(response.status)",
            requestId: requestId,
            errors: body.errors ?? [],
            retryAfter: response.headers[Header.retryAfter].flatMap(Double.init)
        )
    }
    let start = String(decoding: response.body.prefix(80), as: UTF8.self)
    throw FairleadError(
        status: response.status,
        code: "INVALID_ANSWER",
        message: "The answer is not from a Fairlead server: \(start)",
        requestId: requestId
    )
}

/// The address of the server without its version, from whatever people give.
func origin(of baseUrl: String) -> String {
    var origin = baseUrl
    while origin.hasSuffix("/") { origin.removeLast() }
    for suffix in ["/v1", "/api"] where origin.hasSuffix(suffix) {
        origin.removeLast(suffix.count)
    }
    return origin
}
