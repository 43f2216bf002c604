// BatchEvaluation
