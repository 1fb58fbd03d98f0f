import 'media-chrome';setTimeout(()=>window.ready=1,2500);
