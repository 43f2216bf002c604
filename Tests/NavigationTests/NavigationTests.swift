// NavigationTests
