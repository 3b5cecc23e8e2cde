package dev.fairlead

/** A link as the app gets it. */
public open class ResolvedLink internal constructor(
    /** As the server sent it. */
    internal val data: Map<String, Any?>,
) {
    public val id: String = textOf("id")
    public val slug: String = textOf("slug")

    /** `unified` or `dynamic` */
    public val type: String = textOf("type")
    public val fallbackUrl: String? get() = data["fallbackUrl"] as? String
    public val iosUrl: String? get() = data["iosUrl"] as? String
    public val androidUrl: String? get() = data["androidUrl"] as? String
    public val iosFallbackUrl: String? get() = data["iosFallbackUrl"] as? String
    public val androidFallbackUrl: String? get() = data["androidFallbackUrl"] as? String
    public val parameters: Map<String, Any?> get() = objectOf(data["parameters"]).orEmpty()
    public val metadata: Map<String, Any?> get() = objectOf(data["metadata"]).orEmpty()
    public val allowQueryPassthrough: Boolean get() = data["allowQueryPassthrough"] == true

    /** Name of the rule, or of the variant of the experiment, that led the visit. */
    public val rule: String? get() = data["rule"] as? String
    public val variant: String? get() = data["variant"] as? String

    /** The link asks to update the app first: its store page. */
    public val updateUrl: String? get() = data["updateUrl"] as? String

    /** @throws FairleadError where the answer does not have it. */
    internal fun textOf(name: String): String =
        data[name] as? String ?: throw FairleadError(200, "INVALID_ANSWER", "The answer has no $name: it is not of a Fairlead server")
}

/** A link that the app has created. */
public class Link internal constructor(data: Map<String, Any?>) : ResolvedLink(data) {
    /** What to share. */
    public val shortUrl: String = textOf("shortUrl")
    public val externalId: String? get() = data["externalId"] as? String

    /** ISO 8601 */
    public val createdAt: String? get() = data["createdAt"] as? String
    public val updatedAt: String? get() = data["updatedAt"] as? String
}

/** A link that opened the app. */
public class OpenedLink(
    /** What the phone was given to open. */
    public val url: String,
    public val link: ResolvedLink,
    /** It led to the installation of the app, which was not there yet. */
    public val deferred: Boolean,
) {
    /** Those of the link: strings, longs, doubles, booleans, maps, lists and null. */
    public val parameters: Map<String, Any?> get() = link.parameters
}
