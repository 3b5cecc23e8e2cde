pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}

dependencyResolutionManagement {
    repositories {
        // Where `gradle publishToMavenLocal` in sdk/android puts the SDK.
        mavenLocal()
        google()
        mavenCentral()
    }
}

rootProject.name = "shop"
include(":app")
