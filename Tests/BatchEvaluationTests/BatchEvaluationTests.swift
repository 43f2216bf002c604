// BatchEvaluationTests
