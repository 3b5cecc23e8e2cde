package dev.fairlead

/** A link as the app gets it. */
public class ResolvedLink(
    public val id: String,
    public val slug: String,
    /** `unified` or `dynamic` */
    public val type: String,
    public val fallbackUrl: String?,
    public val iosUrl: String?,
    public val androidUrl: String?,
    public val iosFallbackUrl: String?,
    public val androidFallbackUrl: String?,
    public val parameters: Map<String, Any?>,
    public val metadata: Map<String, Any?>,
    public val allowQueryPassthrough: Boolean,
)

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

@Suppress("UNCHECKED_CAST")
internal fun readLink(data: Map<String, Any?>): ResolvedLink =
    ResolvedLink(
        id = textOf(data, "id"),
        slug = textOf(data, "slug"),
        type = textOf(data, "type"),
        fallbackUrl = data["fallbackUrl"] as? String,
        iosUrl = data["iosUrl"] as? String,
        androidUrl = data["androidUrl"] as? String,
        iosFallbackUrl = data["iosFallbackUrl"] as? String,
        androidFallbackUrl = data["androidFallbackUrl"] as? String,
        parameters = data["parameters"] as? Map<String, Any?> ?: emptyMap(),
        metadata = data["metadata"] as? Map<String, Any?> ?: emptyMap(),
        allowQueryPassthrough = data["allowQueryPassthrough"] as? Boolean ?: false,
    )

private fun textOf(data: Map<String, Any?>, name: String): String =
    data[name] as? String ?: throw FairleadError(200, "INVALID_ANSWER", "The answer has no $name: it is not of a Fairlead server")
