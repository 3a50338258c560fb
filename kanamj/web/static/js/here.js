// This plain script runs before the modules. It adds what browsers of 2021 lack, and says it if the page is opened as a file, since browsers then
// refuse to load modules, or if a module does not come.
Object.hasOwn =
  Object.hasOwn ||
  function (of, name) {
    return Object.prototype.hasOwnProperty.call(of, name);
  };
[Array, String].forEach(function (kind) {
  kind.prototype.at =
    kind.prototype.at ||
    function (n) {
      return this[n < 0 ? this.length + n : n];
    };
});
function tell(text) {
  const place = document.getElementById("opening"); // main.js takes it away
  if (place) place.textContent = text;
}
if (location.protocol === "file:") {
  tell(
    "ファイルを直接ひらいたので動きません。ブラウザは、ファイルからプログラムを読みこめないためです。" +
      "このフォルダで python -m http.server 8000 を動かして http:" +
      "//localhost:8000/ を開くか、ウェブサーバーに置いてください。" +
      " This page cannot run from a file, since browsers load no programs from one. Serve the folder: python -m http.server 8000",
  );
} else {
  ["error", "unhandledrejection"].forEach(function (kind) {
    addEventListener(
      kind,
      function () {
        tell(
          "ページを読みこめませんでした。読みなおしてください。 The page could not be loaded. Load it again.",
        );
      },
      true,
    );
  });
}
