// If the page is opened as a file, browsers refuse to load its modules. This plain script says so.
if (location.protocol === "file:") {
  document.getElementById("opening").textContent =
    "ファイルを直接ひらいたので動きません。ブラウザは、ファイルからプログラムを読みこめないためです。" +
    "このフォルダで python -m http.server 8000 を動かして http:" +
    "//localhost:8000/ を開くか、ウェブサーバーに置いてください。" +
    " This page cannot run from a file, since browsers load no programs from one. Serve the folder: python -m http.server 8000";
}
