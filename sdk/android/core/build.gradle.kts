plugins {
    kotlin("jvm")
    `maven-publish`
}

kotlin {
    explicitApi()
    jvmToolchain(17)
    compilerOptions {
        // Android 5 to 13 know no newer classes.
        jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_1_8
    }
}

java {
    targetCompatibility = JavaVersion.VERSION_1_8
    withSourcesJar()
}

dependencies {
    api("org.jetbrains.kotlinx:kotlinx-coroutines-core:1.10.2")
}

publishing {
    publications {
        create<MavenPublication>("core") {
            artifactId = "fairlead-core"
            from(components["java"])
        }
    }
}
