// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Fairlead",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "Fairlead", targets: ["Fairlead"])],
    targets: [.target(name: "Fairlead")]
)
