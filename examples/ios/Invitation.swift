import Fairlead

/// An invitation for the share sheet. Without a network it is made as soon as there is one, even in a later run of the app.
func invitation(of user: String) async throws -> String {
    var request = CreateLinkRequest()
    request.externalId = "invitation-of-\(user)"
    request.parameters = ["screen": .string("sale"), "from": .string(user)]
    return try await links.createLink(request, later: true).shortUrl
}
