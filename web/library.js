// What SDL does not do in a browser; src/platform/web_page.h says what each function is for.

mergeInto(LibraryManager.library, {
  $VlPage: {
    context: null, // 2D, of the canvas
    image: null, // the picture that is shown

    // Some browsers draw WebGL by the processor, and say so only by name.
    hasGraphics: function () {
      var asked = /[?&]draw=(graphics|memory)\b/.exec(location.search);
      if (asked) return asked[1] === 'graphics';
      var gl = document.createElement('canvas').getContext('webgl', {failIfMajorPerformanceCaveat: true});
      if (!gl) return false;
      var names = gl.getExtension('WEBGL_debug_renderer_info');
      var name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
      var lose = gl.getExtension('WEBGL_lose_context');
      if (lose) lose.loseContext();
      return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    },

    // Writes a file into the memory of the program, and opens it there.
    open: function (name, bytes) {
      var path = '/dropped/' + name.replace(/[\/\0]/g, '_');
      FS.mkdirTree('/dropped');
      FS.writeFile(path, bytes);
      VlPage.call(path);
    },

    call: function (path) {
      var text = allocateUTF8(path);
      _vl_web_open(text);
      _free(text);
    },

    openAddress: function () {
      var name = Module.nameOfAddress();
      if (name === 'licences') location.reload();
      else if (name && Module.sceneOf(name)) {
        Module.untell();
        VlPage.call(Module.sceneOf(name));
      }
      else if (name) Module.tellUnknown(name);
    },

    onDrop: function (event) {
      event.preventDefault();
      Array.prototype.forEach.call(event.dataTransfer.files, function (file) {
        file.arrayBuffer().then(function (bytes) {
          VlPage.open(file.name, new Uint8Array(bytes));
        }).catch(function () { // such as that of a folder
          Module.printErr(file.name + ': cannot be read, expected a file');
        });
      });
    },
  },

  vl_web_has_graphics__deps: ['$VlPage'],
  vl_web_has_graphics: function () {
    return VlPage.hasGraphics();
  },

  vl_web_show__deps: ['$VlPage'],
  vl_web_show: function (pixels, width, height) {
    if (!VlPage.context) VlPage.context = Module.canvas.getContext('2d', {alpha: false});
    if (!VlPage.image || VlPage.image.width !== width || VlPage.image.height !== height)
      VlPage.image = VlPage.context.createImageData(width, height);
    VlPage.image.data.set(HEAPU8.subarray(pixels, pixels + 4 * width * height));
    VlPage.context.putImageData(VlPage.image, 0, 0);
  },

  vl_web_loop: function (frame, user) {
    function tick(time) {
      var more;
      try {
        more = {{{ makeDynCall('idi', 'frame') }}}(time, user);
      } catch (error) {
        Module.failed(error);
        return;
      }
      if (more && !Module.over) requestAnimationFrame(tick);
    }
    requestAnimationFrame(tick);
  },

  vl_web_listen__deps: ['$VlPage', 'malloc', 'free'],
  vl_web_listen: function () {
    window.addEventListener('dragover', function (event) { event.preventDefault(); });
    window.addEventListener('drop', VlPage.onDrop);
    window.addEventListener('hashchange', VlPage.openAddress);
    window.addEventListener('blur', function () { _vl_web_release(); });
    Module.started();
  },

  vl_web_download: function (name, bytes, size) {
    var link = document.createElement('a');
    link.download = UTF8ToString(name);
    link.href = URL.createObjectURL(new Blob([HEAPU8.slice(bytes, bytes + size)]));
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 60000);
  },

  // As tick() of sdl_window.c. A context that has no device stands still.
  vl_web_tick__deps: ['$VlPage'],
  vl_web_tick: function (length) {
    if (typeof AudioContext === 'undefined') return 0;
    var sound = VlPage.sound = VlPage.sound || new AudioContext(), now = sound.currentTime;
    if (!VlPage.click) {
      VlPage.click = sound.createBuffer(1, sound.sampleRate / 400, sound.sampleRate);
      var samples = VlPage.click.getChannelData(0), i;
      for (i = 0; i < samples.length; i++)
        samples[i] = 0.4 * Math.sin(12566 * i / sound.sampleRate) * Math.exp(-2000 * i / sound.sampleRate);
    }
    if (!(VlPage.nextTick > now)) VlPage.nextTick = now + 0.05;
    if (VlPage.nextTick > now + 0.2) return 1;
    var source = sound.createBufferSource();
    source.buffer = VlPage.click;
    source.connect(sound.destination);
    if (length > 0) source.start(VlPage.nextTick);
    VlPage.nextTick += length;
    return 1;
  },

  vl_web_set_fullscreen: function (fullscreen) {
    if (fullscreen === +!!document.fullscreenElement) return;
    var done = fullscreen ? document.documentElement.requestFullscreen() : document.exitFullscreen();
    if (done) done.catch(function (error) { Module.printErr('full screen: ' + error.message); });
  },

  vl_web_is_fullscreen: function () {
    return +!!document.fullscreenElement;
  },

  // Not a new entry: the way back in the browser leads to the page before this one.
  vl_web_set_address: function (path) {
    var name = Module.nameOf(UTF8ToString(path));
    try {
      history.replaceState(null, '', location.href.split('#')[0] + (name && '#' + name));
    } catch (error) {
      console.warn(error.message); // a browser that allows it for no file
    }
  },

  vl_web_end: function () {
    Module.ended();
  },
});
