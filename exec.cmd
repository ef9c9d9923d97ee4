@rem The scripts of package.json begin with exec: a POSIX shell then passes signals on to the command. cmd.exe has no exec and finds this file.
@rem The goto leaves the batch file, as npm's own shims do: without it, cmd.exe asks after Ctrl-C whether to end the batch job.
@goto #_undefined_# 2>NUL || title %COMSPEC% & %*
