// Personalization
