SystemCalls.ignoreWriteSignals()
SystemCalls.endAtQuit()
SystemCalls.exit(Tool.run(SystemCalls.commandLineWords(), environment: .ofThisProcess()))
