SystemCalls.endAtQuit()
SystemCalls.ignoreWriteSignals()
SystemCalls.exit(Tool.run(SystemCalls.commandLineWords(), environment: .ofThisProcess()))
