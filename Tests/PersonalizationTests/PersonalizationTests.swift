// PersonalizationTests
