// AuthoringTests
