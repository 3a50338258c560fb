export function build(section) { section.textContent = ""; }
export function show() {}
