/** Makes an element with properties and children; false adds nothing, texts stay texts. */
export function element(name, properties = {}, children = []) {
  const { role, ...rest } = properties;
  const made = Object.assign(document.createElement(name), rest);
  if (role) made.setAttribute("role", role);
  made.append(...children.filter((child) => child !== false));
  return made;
}
