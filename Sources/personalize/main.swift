SystemCalls.ignoreClosedPipeSignal()
SystemCalls.exit(Tool.run(SystemCalls.commandLineWords(), environment: .ofThisProcess()))
