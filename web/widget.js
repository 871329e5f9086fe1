// The face of a game in a notebook: views come from the kernel as the trait `view` of the widget, wishes go back as messages.

import { mount } from "./play.js";

export default {
  render({ model, el }) {
    const face = mount(el, (wish) => model.send(wish));
    const show = () => face.update(model.get("view"));
    model.on("change:view", show);
    show();
    return () => model.off("change:view", show);
  },
};
