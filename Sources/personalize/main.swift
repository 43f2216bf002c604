print("personalize")
