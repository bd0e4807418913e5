// In Node the program has the environment of its process, which emscripten does not give it.
Module['preRun'] = [].concat(Module['preRun'] || [], function () {
  if (typeof process === 'object' && typeof ENV === 'object')
    Object.assign(ENV, process.env);
});
