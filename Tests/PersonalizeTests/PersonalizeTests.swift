// PersonalizeTests
