// JSONTreeTests
