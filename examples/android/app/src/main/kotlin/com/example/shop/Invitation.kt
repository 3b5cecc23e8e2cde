package com.example.shop

import dev.fairlead.App
import dev.fairlead.CreateLinkRequest

/** An invitation for the share sheet. Without a network it is made as soon as there is one, even in a later run of the app. */
suspend fun invitationOf(user: String, links: App): String {
    val request = CreateLinkRequest(
        externalId = "invitation-of-$user",
        parameters = mapOf("screen" to "sale", "from" to user),
    )
    return links.createLink(request, later = true).shortUrl
}
